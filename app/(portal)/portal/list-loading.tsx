import { Skeleton, SkeletonRows } from "@/components/ui/progress";

/** What a list's page shows while it loads. */
export const ListLoading = () => (
  <div className="flex flex-col gap-6">
    <Skeleton className="h-8 w-48" />
    <SkeletonRows rows={8} columns={6} />
  </div>
);
