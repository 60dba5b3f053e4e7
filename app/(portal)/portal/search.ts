"use server";

import { z } from "zod";
import { action, read } from "@/app/action";
import { requireMember } from "@/app/session";
import { listHref } from "@/components/lists/list-address";
import { PRODUCTION_STATUS_WORDS } from "@/components/productions/production";
import { JOB_STATUS_WORDS } from "@/components/productions/verification-jobs/job";
import { recordTitle } from "@/components/removals/takedowns/takedown";
import { SCENE_STATUS_WORDS } from "@/components/scenes/scene-status";
import { SESSION_STATUS_WORDS } from "@/components/scenes/upload-sessions/session";
import { ACTIONS, actsIn, type Subject } from "@/components/shell/actions";
import {
  CONTENT_PATH,
  callHref,
  JOBS_PATH,
  jobHref,
  PRODUCTIONS_PATH,
  productionHref,
  SCENES_PATH,
  SESSIONS_PATH,
  sceneHref,
  sessionHref,
  takedownHref,
  takedownsHref,
} from "@/components/shell/addresses";
import type { SearchHit } from "@/components/shell/command-palette";
import { requestList } from "@/lib/api/request-log/list-requests";
import { findAccounts } from "@/lib/domain/accounts";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { listReachability, searchWebhooks, type WebhookMatches } from "@/lib/domain/events";
import { findKeys, listKeys } from "@/lib/domain/parties/keys";
import { shownKey } from "@/lib/domain/parties/keys/states";
import { may } from "@/lib/domain/parties/people";
import { productionList } from "@/lib/domain/productions";
import { jobList } from "@/lib/domain/productions/verification-jobs";
import { findContent } from "@/lib/domain/records/content";
import { takedownList } from "@/lib/domain/removals";
import { TAKEDOWN_STATUS_LABELS } from "@/lib/domain/removals/labels";
import { sceneList } from "@/lib/domain/scenes";
import { sessionList } from "@/lib/domain/scenes/upload-sessions";
import { isId } from "@/lib/platform/ids";

// PostgreSQL cannot store these control characters, so no search can match them.
const Query = z
  .string()
  .trim()
  .min(2)
  .max(2048)
  .regex(/^[^\p{Cc}\p{Cs}]+$/u);

/**
 * Searches the partner's data: a creator by email, external id or account id, a depiction by content id, our ids, title or URL, a
 * scene by its id, title, uploader or a performer's email, a production by its id, title or a performer's email, a verification job
 * by its ids, title or a performer's email, an upload session by its id, title, content id or creator, a takedown by its ids, title, URL or content id, a request, event or delivery
 * by its id, an endpoint by its URL or description, and a key by the start of its name or either end of its text. Requests and
 * webhooks only for users who may manage the integration. A query that starts with an act finds it for what the rest names.
 */
export const searchPortalAction = action(requireMember, [read.text], async (ctx, query): Promise<SearchHit[]> => {
  const parsed = Query.safeParse(query);
  if (!parsed.success) return [];
  const text = parsed.data;
  const acts = await actHits(ctx, text);
  const reads = may(ctx.actor.role, "manage_integration");
  const [accounts, content, scenes, productions, jobs, sessions, takedowns, keys, log, webhooks] = await Promise.all([
    findAccounts(ctx, text),
    findContent(ctx, text),
    sceneList.find(ctx, { q: text }),
    productionList.find(ctx, { q: text }),
    jobList.find(ctx, { q: text }),
    sessionList.find(ctx, { q: text }),
    takedownList.find(ctx, { q: text, view: "all" }),
    findKeys(ctx, text),
    reads && isId(text.toLowerCase()) ? requestList.find(ctx, { request: text.toLowerCase() }) : null,
    reads ? searchWebhooks(ctx, text) : null,
  ]);
  /** Leads to the list that finds the same. */
  const more = (group: string, href: string): SearchHit => {
    const things = group.toLowerCase();
    return { id: `more ${things}`, label: `Search all ${things} for “${text}”`, group, href };
  };
  return [
    ...acts,
    ...accounts.map(({ id, externalUserId, email }) => ({
      id: `creator ${id}`,
      label: email,
      hint: externalUserId,
      group: "Creators",
      href: `/portal/creators/${id}`,
    })),
    ...content.found.map(({ id, title, externalContentId, removed }) => ({
      id: `depiction ${id}`,
      label: title,
      hint: removed ? "removed" : (externalContentId ?? id),
      group: "Content",
      href: `/portal/content/${id}`,
    })),
    ...(content.isMore ? [more("Content", listHref(CONTENT_PATH, { q: text }))] : []),
    ...scenes.found.map(({ id, title, status }) => ({
      id: `scene ${id}`,
      label: title,
      hint: SCENE_STATUS_WORDS[status],
      group: "Scenes",
      href: sceneHref({ id }),
    })),
    ...(scenes.isMore ? [more("Scenes", listHref(SCENES_PATH, { q: text }))] : []),
    ...productions.found.map(({ id, title, status }) => ({
      id: `production ${id}`,
      label: title,
      hint: PRODUCTION_STATUS_WORDS[status],
      group: "Productions",
      href: productionHref({ id }),
    })),
    ...(productions.isMore ? [more("Productions", listHref(PRODUCTIONS_PATH, { q: text }))] : []),
    ...jobs.found.map(({ id, title, status }) => ({
      id: `job ${id}`,
      label: title,
      hint: JOB_STATUS_WORDS[status],
      group: "Verification jobs",
      href: jobHref({ id }),
    })),
    ...(jobs.isMore ? [more("Verification jobs", listHref(JOBS_PATH, { q: text }))] : []),
    ...sessions.found.map(({ id, contentTitle, status }) => ({
      id: `session ${id}`,
      label: contentTitle,
      hint: SESSION_STATUS_WORDS[status],
      group: "Upload sessions",
      href: sessionHref({ id }),
    })),
    ...(sessions.isMore ? [more("Upload sessions", listHref(SESSIONS_PATH, { q: text }))] : []),
    ...takedowns.found.map((takedown) => ({
      id: `takedown ${takedown.id}`,
      label: recordTitle(takedown),
      hint: TAKEDOWN_STATUS_LABELS[takedown.status],
      group: "Takedowns",
      href: takedownHref(takedown),
    })),
    ...(takedowns.isMore ? [more("Takedowns", takedownsHref({ q: text, view: "all" }))] : []),
    ...(log?.found ?? []).map(({ id, method, path, status }) => ({
      id: `request ${id}`,
      label: `${method} ${path}`,
      hint: String(status),
      group: "Requests",
      href: callHref({ id }),
    })),
    ...(webhooks ? webhookHits(webhooks) : []),
    ...keys.map(({ id, name, mode, prefix, tail }) => ({
      id: `key ${id}`,
      label: name,
      hint: shownKey({ mode, prefix, tail }),
      group: "API keys",
      href: "/portal/keys",
    })),
  ];
});

/** The acts that the query starts with, on what the rest of it names. */
async function actHits(ctx: Ctx<PortalUserActor>, text: string): Promise<SearchHit[]> {
  const found = actsIn(text, ctx.actor.role).map(async ({ each: { of, verb, href }, name }) => {
    const subjects = await SUBJECTS[of](ctx, name);
    return subjects.slice(0, SUBJECTS_SHOWN).map(({ id, called, hint }) => ({
      id: `${verb} ${id}`,
      label: `${verb} “${called}”`,
      hint,
      group: ACTIONS,
      href: href(id),
    }));
  });
  return (await Promise.all(found)).flat();
}

const SUBJECTS_SHOWN = 5;

/** What acts are done to, by a part of its name. Without one, those that come first in its list. */
const SUBJECTS: Record<
  Subject,
  (ctx: Ctx<PortalUserActor>, name: string) => Promise<{ id: string; called: string; hint: string }[]>
> = {
  key: async (ctx, name) => {
    const keys = (await listKeys(ctx)).filter(({ mode, status }) => mode === "live" && status === "active");
    return keys
      .filter((key) => key.name.toLowerCase().includes(name))
      .map((key) => ({ id: key.id, called: key.name, hint: shownKey(key) }));
  },
  endpoint: async (ctx, name) => {
    const endpoints = await listReachability(ctx);
    return endpoints
      .filter(({ url, description }) => `${description} ${url}`.toLowerCase().includes(name))
      .map(({ id, url, description }) => ({ id, called: description ?? url, hint: url }));
  },
  takedown: async (ctx, name) => {
    const { found } = await takedownList.find(ctx, name ? { q: name } : {});
    return found.map((row) => ({ id: row.id, called: recordTitle(row), hint: TAKEDOWN_STATUS_LABELS[row.status] }));
  },
};

function webhookHits({ endpoints, event, delivery }: WebhookMatches): SearchHit[] {
  const hits = endpoints.map(({ id, url, description }) => ({
    id: `endpoint ${id}`,
    label: description ?? url,
    ...(description && { hint: url }),
    group: "Webhook endpoints",
    href: `/portal/webhooks/${id}`,
  }));
  if (event) {
    const { id, type } = event;
    hits.push({ id: `event ${id}`, label: type, hint: id, group: "Events", href: `/portal/events/${id}` });
  }
  if (delivery) {
    const { id, type, status } = delivery;
    const href = `/portal/webhooks/deliveries/${id}`;
    hits.push({ id: `delivery ${id}`, label: type, hint: status, group: "Deliveries", href });
  }
  return hits;
}
