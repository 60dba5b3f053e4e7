const DOTS = "•••";

/** An address that only its owner recognizes: `a•••@e•••.com`. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf(".");
  const end = dot > 0 ? domain.slice(dot) : "";
  return `${first(email)}${DOTS}@${first(domain)}${DOTS}${end}`;
}

const first = (text: string): string => Array.from(text)[0] ?? "";
