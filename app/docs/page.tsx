import type { Metadata } from "next";
import { routes } from "@/app/api/routes";
import { CallSection } from "@/components/docs/call-section";
import { Contents, type ContentsGroup } from "@/components/docs/contents";
import { Authentication } from "@/components/docs/guide/authentication";
import { Errors } from "@/components/docs/guide/errors";
import { Limits } from "@/components/docs/guide/limits";
import { Overview } from "@/components/docs/guide/overview";
import { Repeating } from "@/components/docs/guide/repeating";
import { Statuses } from "@/components/docs/guide/statuses";
import { Versioning } from "@/components/docs/guide/versioning";
import { LanguageSwitch } from "@/components/docs/language-switch";
import { Section } from "@/components/docs/section";
import { WINDOWS } from "@/lib/api/rate-limit/limiter";
import { commonErrors, referenceCalls } from "@/lib/api/reference/calls";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "API reference" };

const GUIDE = [
  { id: "overview", label: "Overview" },
  { id: "authentication", label: "Authentication" },
  { id: "statuses", label: "Statuses" },
  { id: "errors", label: "Errors" },
  { id: "repeating", label: "Repeating a call" },
  { id: "limits", label: "Limits" },
  { id: "versioning", label: "Versioning" },
];

/** The API reference, drawn from what the routes declare. */
export default function ReferencePage() {
  const { baseUrl } = env();
  const areas = [...Map.groupBy(referenceCalls(routes, baseUrl), ({ area }) => area)];
  const groups: ContentsGroup[] = [
    { title: "Guide", entries: GUIDE },
    ...areas.map(([area, calls]) => ({
      title: area,
      entries: calls.map(({ id, summary }) => ({ id, label: summary })),
    })),
  ];
  return (
    <div className="group/docs mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 px-4 py-8 md:px-8 lg:flex-row lg:gap-8 lg:py-0">
      <Contents groups={groups} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 lg:py-8 print:p-0">
        <h1 className="pb-4 font-semibold text-xl">API reference</h1>
        <div className="sticky top-0 z-10 -mx-4 border-line border-b bg-paper px-4 py-2 md:mx-0 md:px-0 print:hidden">
          <LanguageSwitch />
        </div>
        <div className="flex flex-col gap-12 pt-8">
          <Overview baseUrl={baseUrl} />
          <Authentication />
          <Statuses />
          <Errors errors={commonErrors()} />
          <Repeating />
          <Limits limits={{ key: WINDOWS.key.limit, unkeyed: WINDOWS.unkeyed.limit, flood: WINDOWS.flood.limit }} />
          <Versioning />
          {areas.map(([area, calls]) => (
            <Section key={area} id={area.toLowerCase().replaceAll(" ", "-")} title={area} className="gap-8">
              {calls.map((call) => (
                <CallSection key={call.id} call={call} />
              ))}
            </Section>
          ))}
        </div>
      </main>
    </div>
  );
}
