// Next's name for the file and its hook.
export { navigationStarted as onRouterTransitionStart } from "@/components/live/navigation";
