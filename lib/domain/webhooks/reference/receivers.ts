import { nodeWithStandardWebhooks, nodeWithStripe, plainNode } from "./node-receivers";
import { php } from "./php-receiver";
import { python } from "./python-receiver";
import type { Receiver } from "./receiver";

/** Programs that verify what we send, in the order in which the reference offers them. A test runs each of them. */
export const receivers: readonly Receiver[] = [plainNode, nodeWithStripe, nodeWithStandardWebhooks, python, php];
