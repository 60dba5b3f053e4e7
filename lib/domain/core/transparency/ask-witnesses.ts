import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import type { LedgerCheckpoint } from "@/prisma/generated/client";
import { cosignatureIn, parseWitnessKey, type Verifier } from "./note";
import { readData } from "./read-log";
import { consistencyProof } from "./tree";

const PATIENCE_MS = 10_000;
const ANSWER_MOST = 64 * 1024;

/** Asks each witness to cosign the newest checkpoint (c2sp.org/tlog-witness). Keeps the lines that verify. */
export const askWitnessesTask = defineTask("ask_witnesses", z.unknown(), () => askWitnesses());

export const askWitnessesSchedule: Schedule = { task: askWitnessesTask, cron: "* * * * *" };

/** The same, at once. A witness that doesn't answer, or refuses, is logged, and asked again with the next checkpoint or minute. */
export async function askWitnesses(): Promise<void> {
  const { ledgerWitnesses } = env();
  const newest = ledgerWitnesses.length > 0 && (await db.ledgerCheckpoint.findFirst({ orderBy: { size: "desc" } }));
  if (!newest) return;
  await Promise.all(
    ledgerWitnesses.map(async ({ url, key }) => {
      try {
        await askWitness(newest, { url, verifier: verifierOfWitness(key) });
      } catch (error) {
        log.error({ err: error, witness: url }, "a witness didn't cosign the ledger's checkpoint");
      }
    }),
  );
}

function verifierOfWitness(key: string): Verifier {
  const verifier = parseWitnessKey(key);
  if (!verifier) throw new Error("its verifier key in LEDGER_WITNESSES is malformed");
  return verifier;
}

async function askWitness(
  newest: LedgerCheckpoint,
  { url, verifier }: { url: string; verifier: Verifier },
): Promise<void> {
  const last = await db.ledgerCosignature.findFirst({ where: { key: verifier.id }, orderBy: { size: "desc" } });
  if (last?.size === newest.size) return;
  const known = Number(last?.size ?? 0n);
  let answer = await addCheckpoint(url, newest, known);
  // It may have cosigned a tree whose answer we never got, or lost its memory.
  const theirs = answer.status === 409 ? sizeIn(answer.text) : null;
  if (theirs !== null && theirs !== known && theirs <= Number(newest.size))
    answer = await addCheckpoint(url, newest, theirs);
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  const line = cosignatureIn(answer.text, newest.note, verifier);
  if (!line) throw new Error("its answer has no signature of its key");
  const data = { size: newest.size, key: verifier.id, line, at: clock.now() };
  await db.ledgerCosignature.createMany({ data, skipDuplicates: true });
}

const sizeIn = (text: string): number | null => (/^(?:0|[1-9]\d{0,14})\n?$/.test(text) ? Number(text) : null);

async function addCheckpoint(url: string, { size, note }: LedgerCheckpoint, old: number) {
  const proof = await consistencyProof(readData, old, Number(size));
  const response = await fetch(`${url}/add-checkpoint`, {
    method: "POST",
    body: `old ${old}\n${proof.map((hash) => `${hash.toString("base64")}\n`).join("")}\n${note}`,
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  let text = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (text.length > ANSWER_MOST) throw new Error("its answer is too long");
  }
  return { status: response.status, text };
}
