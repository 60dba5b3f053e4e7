import { signInStore } from "@/lib/domain/parties/people";
import { newId } from "@/lib/platform/ids";

// The browser of a signed-in person. A test file mocks "next/headers", which pages and routes read their request from:
// vi.mock("next/headers", async () => (await import("@/lib/testing/signed-in")).nextHeaders).

const cookies = new Map<string, string>();

export const nextHeaders = {
  headers: async () => new Headers(),
  cookies: async () => ({
    // The session's cookie has a prefix where the service runs with https.
    get: (name: string) => ({ name, value: cookies.get(name.endsWith("session") ? "session" : name) }),
    set: ({ name, value }: { name: string; value: string }) => void cookies.set(name, value),
  }),
};

/** Signs somebody in, instead of who was. */
export async function signIn({ id: userId }: { id: string }): Promise<void> {
  const sessionToken = newId();
  await signInStore({ requestId: newId() }).createSession({ sessionToken, userId });
  cookies.set("session", sessionToken);
}

/** The browser's cookies as a request sends them, for routes that read the request itself. */
export const cookieHeader = (): string =>
  [...cookies]
    .flatMap(([name, value]) =>
      name === "session" ? [`svc_session=${value}`, `__Host-svc_session=${value}`] : `${name}=${value}`,
    )
    .join("; ");

/** Keeps a cookie in the browser; without a value, deletes it. */
export function setCookie(name: string, value?: string): void {
  if (value === undefined) cookies.delete(name);
  else cookies.set(name, value);
}

/** A new browser, without any cookie. */
export const openBrowser = (): void => cookies.clear();
