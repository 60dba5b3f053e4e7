import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

/** Checks that the service does what it told partners. */
export type Acknowledged = { contents: string[]; creators: string[] };

export type Caller = { key: string; accountId: string };

// Together they stay below one address's limit.
const PAUSE_MS = 350;

/** Partner programs that keep calling through every failure. They log content and provision creators, who get mail. */
export function startLoad(url: string, callers: readonly Caller[], random: () => number) {
  const acknowledged: Acknowledged = { contents: [], creators: [] };
  let unanswered = 0;
  let busy = true;

  async function call(caller: Caller): Promise<void> {
    const id = newId();
    const post = (path: string, body: unknown) =>
      fetch(`${url}/api/v1/solo-accounts${path}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${caller.key}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      });
    const email = `${id}@example.com`;
    const [list, said, request] =
      random() < 0.6
        ? ([acknowledged.contents, id, () => post(`/${caller.accountId}/content`, contentOf(id))] as const)
        : ([acknowledged.creators, email, () => post("", creatorOf(id, email))] as const);
    const status = await request().then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status === 201) list.push(said);
    else if (status === 0 || status >= 500) unanswered++;
    else throw new Error(`The API answered ${status}`);
  }

  const loops = callers.map(async (caller) => {
    while (busy) {
      await call(caller);
      await wait(PAUSE_MS * (0.5 + random()));
    }
  });

  return {
    acknowledged,
    unanswered: () => unanswered,
    async stop() {
      busy = false;
      await Promise.all(loops);
    },
  };
}

/** The body of a call that logs content. */
export const contentOf = (id: string) => ({
  contentUrl: `https://platform.example.com/posts/${id}`,
  title: `Post ${id}`,
  contentType: "image",
  externalContentId: id,
  complianceCopy: { mimeType: "image/jpeg", sizeBytes: 1000 },
});

const creatorOf = (id: string, email: string) => ({
  externalUserId: id,
  email,
  callbackUrl: "https://platform.example.com/hooks",
});

/** Polls whether the service is ready. */
export function watchReadiness(url: string) {
  let failed = new Set<string>();
  let color: "red" | "green" | undefined;
  let watching = true;

  async function look(): Promise<void> {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      const { checks } = z.object({ checks: z.record(z.string(), z.string()) }).parse(await answer.json());
      for (const [name, outcome] of Object.entries(checks)) if (outcome !== "ok") failed.add(name);
      color = answer.ok ? "green" : "red";
    } catch {
      color = "red";
    }
  }

  const loop = (async () => {
    while (watching) {
      await look();
      await wait(50);
    }
  })();

  return {
    /** Which checks failed since `forget`. */
    failed: () => failed,
    forget() {
      failed = new Set();
    },
    color: () => color,
    async stop() {
      watching = false;
      await loop;
    },
  };
}

/** Starts calls at once, each time in another order. Refusals are fine. */
export async function startAtOnce(calls: readonly (() => Promise<unknown>)[], round: number): Promise<void> {
  const from = round % calls.length;
  const results = await Promise.allSettled([...calls.slice(from), ...calls.slice(0, from)].map((start) => start()));
  for (const result of results) {
    if (result.status === "rejected" && !(result.reason instanceof AppError)) throw result.reason;
  }
}
