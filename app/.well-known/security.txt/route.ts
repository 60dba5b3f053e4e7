import { securityTxt } from "@/lib/api/security-txt";

export const dynamic = "force-dynamic";
export const GET = securityTxt;
