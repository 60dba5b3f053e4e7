export { ListLoading as default } from "@/components/ui/progress";
