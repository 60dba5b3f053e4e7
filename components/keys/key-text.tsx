import { shownKey } from "@/lib/domain/keys/labels";

/** What is known of a key's text, laid out as the key is. */
export function KeyText(key: { mode: "live" | "test"; prefix: string; tail: string }) {
  const { mode, prefix, tail } = key;
  return (
    <span
      className="whitespace-nowrap font-mono text-xs"
      title="The dots are the key's last 6 characters: its checksum, which we do not keep."
    >
      <span aria-hidden>{shownKey(key)}</span>
      <span className="sr-only">
        svc {mode}, begins with {prefix}, has {tail} before its last 6 characters
      </span>
    </span>
  );
}
