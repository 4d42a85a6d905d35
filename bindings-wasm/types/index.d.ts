export function version(): string; export function init(): Promise<void>;
