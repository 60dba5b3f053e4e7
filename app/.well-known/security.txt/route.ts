import { securityTxt } from "@/lib/api/security";

export const dynamic = "force-dynamic";
export const GET = securityTxt;
