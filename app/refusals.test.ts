import { beforeEach, expect, it, vi } from "vitest";
import { Forbidden, InvalidField } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { staffCtx } from "@/lib/testing/factories";
import { nullIfReserved } from "./(custodian)/custodian/null-if-reserved";
import { outcomeOf } from "./forms";
import { answerDownload } from "./stored-files";

const ctx = staffCtx({ id: "ada" });
const conflict = new Forbidden("Another custodian must handle it.", "conflict_of_interest");
beforeEach(() => void vi.spyOn(log, "warn"));

const logged = (): unknown[] => vi.mocked(log.warn).mock.calls.map(([line]) => line);

it("a page that a conflict of interest closes is logged, without the custodian's id", () => {
  expect(nullIfReserved(ctx)(conflict)).toBeNull();
  expect(logged()).toEqual([
    { refused: "page", subject: expect.stringMatching(/^[0-9a-f]{16}$/), ip: ctx.ip, status: 403 },
  ]);
});

it("a denied action is logged, and an invalid field isn't", async () => {
  const refuse = (error: Error) => outcomeOf(ctx, async () => Promise.reject(error));
  await refuse(new InvalidField("reason", "Say why."));
  expect(logged()).toEqual([]);
  await refuse(conflict);
  expect(logged()).toMatchObject([{ refused: "action", status: 403 }]);
});

it("a denied download is logged, and answered with its error", async () => {
  const answer = await answerDownload(new Request("http://localhost/copy"), ctx, () => Promise.reject(conflict));
  expect([answer.status, logged()]).toEqual([403, [expect.objectContaining({ refused: "download", status: 403 })]]);
});
