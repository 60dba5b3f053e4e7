type Toast = { kind: "success" | "error"; text: string };

const waiting: Toast[] = [];
const listeners = new Set<() => void>();

/** Says something in a toast. What shows toasts is loaded with the first one, so what is said before then waits. */
export function toast(kind: Toast["kind"], text: string): void {
  waiting.push({ kind, text });
  for (const tell of listeners) tell();
}

/** Takes what is waiting to be shown. */
export const takeToasts = (): Toast[] => waiting.splice(0);

/** Calls `tell` for each toast from now on; returns what ends that. */
export function onToast(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
