export { ListLoading as default } from "@/app/(portal)/portal/list-loading";
