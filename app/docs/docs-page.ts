import type { ReferenceGroup } from "@/components/api/reference/group-parts";
import type { ContentsGroup } from "@/components/api/reference/section";

/** One page of the documentation: its place in the navigation, and its data. */
export type DocsPage = ContentsGroup & { group: ReferenceGroup };
