/** What the parts of the runner share: the public types, written once in `types/runner.d.ts`. */
export type { Gate, Ledger } from "callgate";
export type {
  Arguments,
  Content,
  DecisionLine,
  Execute,
  ExecutedCall,
  ExecutionResult,
  InternalToolMcpServer,
  InternalToolMcpServerOptions,
  JsonSchema,
  Log,
  LogLine,
  NoticeLine,
  OnPause,
  PendingCall,
  ToolKind,
  ToolSpec,
  VerdictWord,
} from "../../types/runner.js";
