import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { browserOf } from "@/app/current-actor";
import { visitCookieName } from "@/lib/domain/acts";
import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { findVisitor, type Opened, type Visitor } from "@/lib/domain/examinations";
import { NotFound } from "@/lib/platform/errors";

/** The visitor behind a link; null for a link that opens nothing. Read once per request. */
export const findExaminer = cache(async (token: string): Promise<Visitor | null> => {
  const jar = await cookies();
  return findVisitor(token, (examinationId) => jar.get(visitCookieName(examinationId))?.value);
});

/** The first page of an examination. */
export const examinePage = (token: string): string => `/examine/${token}`;

type Examining = { ctx: Ctx<ExaminerActor>; examination: Opened };

/** An examiner in an open examination. Others go to the first page, which says what to do, or see the 404 page. */
export async function requireExaminer(token: string): Promise<Examining> {
  const visitor = (await findExaminer(token)) ?? notFound();
  if (visitor.stage !== "open") redirect(examinePage(token));
  return { ctx: { actor: visitor.actor, ...browserOf(await headers()) }, examination: visitor.examination };
}

/** The same for files. Throws `NotFound` for everyone else. */
export async function getExaminer(token: string): Promise<Ctx<ExaminerActor>> {
  const visitor = await findExaminer(token);
  if (visitor?.stage !== "open") throw new NotFound();
  return { actor: visitor.actor, ...browserOf(await headers()) };
}

/** Shows the 404 page for what doesn't exist, which is everything outside the scope. */
export function orNotFound(error: unknown): never {
  if (error instanceof NotFound) notFound();
  throw error;
}

/** Where a download leads once the examination has ended: to the first page, which says so. Null before, and for everyone else. */
export async function endedPage(token: string): Promise<Response | null> {
  if ((await findExaminer(token))?.stage !== "ended") return null;
  return new Response(null, { status: 303, headers: { Location: examinePage(token), "Cache-Control": "no-store" } });
}
