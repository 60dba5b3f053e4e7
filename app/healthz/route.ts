import { alive } from "@/lib/api/health";

export const dynamic = "force-dynamic";
export const GET = alive;
