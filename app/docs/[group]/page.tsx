import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Fragment } from "react";
import { Contents } from "@/components/docs/contents";
import { LanguageSwitch } from "@/components/docs/language-switch";
import { Neighbours } from "@/components/docs/neighbours";
import { referenceGroups } from "../reference";

const LANGUAGES = [
  { id: "curl", label: "curl" },
  { id: "node", label: "Node" },
  { id: "python", label: "Python" },
];

type Props = { params: Promise<{ group: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { group: slug } = await params;
  const title = referenceGroups().find((group) => group.slug === slug)?.title;
  return { title: title ? `${title}: API reference` : "API reference" };
}

/** One page of the reference: the calls of an area, the guide, webhooks, or the types of event. */
export default async function ReferenceGroupPage({ params }: Props) {
  const { group: slug } = await params;
  const groups = referenceGroups();
  const at = groups.findIndex((group) => group.slug === slug);
  const group = groups[at];
  if (!group) notFound();
  return (
    <div className="group/docs mx-auto flex w-full max-w-6xl flex-1 flex-col gap-4 px-4 py-8 md:px-8 lg:flex-row lg:gap-8 lg:py-0">
      <Contents groups={groups} current={slug} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 lg:py-8 print:p-0">
        <h1 className="pb-4 font-semibold text-xl">{group.title}</h1>
        <div className="sticky top-0 z-10 -mx-4 border-line border-b bg-paper px-4 py-2 md:mx-0 md:px-0 print:hidden">
          <LanguageSwitch legend="Examples in" name="language" choices={LANGUAGES} />
        </div>
        <div className="flex flex-col gap-12 pt-8">
          {group.about ? <p className="max-w-3xl">{group.about}</p> : null}
          {group.parts.map(({ id, section }) => (
            <Fragment key={id}>{section}</Fragment>
          ))}
          <Neighbours before={groups[at - 1]} after={groups[at + 1]} />
        </div>
      </main>
    </div>
  );
}
