import { createContext, useContext } from "react";
import type { Draft, Snapshot } from "./draft.js";

/** What every part of one drawer shares. */
export interface Shared {
  readonly draft: Draft;
  readonly state: Snapshot;
  /** Why nothing can be changed now; nothing when it can. */
  readonly locked: string | undefined;
  /** Shows in the document what a pointer names; absent where the document shown is not the one in force. */
  readonly showPointer: ((pointer: string) => void) | undefined;
  /** Takes the keyboard past the list, which can be very long. */
  readonly passList: () => void;
  /** Fills in "Try a call". */
  readonly tryTool: (server: string | undefined, tool: string) => void;
}

export const DrawerContext = createContext<Shared | undefined>(undefined);

export function useDrawer(): Shared {
  const shared = useContext(DrawerContext);
  if (!shared) throw new Error("there is no drawer around this part");
  return shared;
}
