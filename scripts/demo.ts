import { closeDatabase } from "@/lib/platform/db";
import { playDemo } from "@/scripts/demo/play";

// `npm start` runs this once, on a database of its own that becomes the service's when this succeeds.
await playDemo();
await closeDatabase();
