import type { Article, Code } from "@/components/api/reference/article";
import type { ContentsGroup } from "@/components/api/reference/section";

/** What a guide may show: calls as their routes declare them, and this service's address. */
export type GuideContext = {
  baseUrl: string;
  /** A call's declared example, in each language. */
  call: (operationId: string) => Code;
  /** The declared answer to it. */
  answer: (operationId: string) => Code;
  /** The declared example of an event. */
  event: (type: string) => Code;
  /** A program that receives webhooks and verifies their signature. */
  receiver: Code;
};

/** A page of words, and its place in the navigation. */
export type Guide = {
  slug: string;
  chapter: ContentsGroup["chapter"];
  title: string;
  summary: string;
  write: (context: GuideContext) => Article;
};

export const shell = (code: string): Code => ({ label: "Shell", language: "shell", code });
