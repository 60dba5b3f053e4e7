import { Prisma } from "@/lib/platform/db";

/** Who pays for the accounts of a partner whose row a statement has at hand, but for those of creators who pay already. */
export const fundingByPlan = Prisma.sql`CASE plan WHEN 'platform_pays' THEN 'platform' ELSE 'creator' END::funding`;
