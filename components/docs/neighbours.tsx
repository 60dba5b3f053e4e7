import { TextLink } from "@/components/ui/text-link";
import type { ContentsGroup } from "./contents";

/** The pages before and after this one. */
export const Neighbours = ({
  before,
  after,
}: {
  before: ContentsGroup | undefined;
  after: ContentsGroup | undefined;
}) => (
  <nav aria-label="Pages" className="flex flex-wrap justify-between gap-4 border-line border-t pt-6 print:hidden">
    {before ? <TextLink href={`/docs/${before.slug}`}>← {before.title}</TextLink> : <span />}
    {after ? <TextLink href={`/docs/${after.slug}`}>{after.title} →</TextLink> : null}
  </nav>
);
