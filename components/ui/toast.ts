type Toast = { kind: "success" | "error"; text: string };

const waiting: Toast[] = [];
const listeners = new Set<() => void>();

/** Shows a toast. The toaster loads with the first one, so toasts wait for it. */
export function toast(kind: Toast["kind"], text: string): void {
  waiting.push({ kind, text });
  for (const notify of listeners) notify();
}

/** Returns and clears the waiting toasts. */
export const takeToasts = (): Toast[] => waiting.splice(0);

/** Calls `notify` for each new toast. Returns a function that stops that. */
export function onToast(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}
