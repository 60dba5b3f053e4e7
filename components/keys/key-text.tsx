import { shownKey } from "@/lib/domain/keys/labels";

/** The characters of a key that we know, each where the key has it. */
export function KeyText(key: { mode: "live" | "test"; prefix: string; tail: string }) {
  const { mode, prefix, tail } = key;
  return (
    <span
      className="whitespace-nowrap font-mono text-xs"
      title="The dots are the key's last 6 characters, a checksum that we don't keep."
    >
      <span aria-hidden>{shownKey(key)}</span>
      <span className="sr-only">
        svc {mode}, starts with {prefix}, has {tail} before its last 6 characters
      </span>
    </span>
  );
}
