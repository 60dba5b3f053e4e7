export type Places = {
  /** Waits for a slot. Call the result to free it. Null when too many wait, or none became free in time. */
  take(from: From): Promise<(() => void) | null>;
  /** Whether freeing this slot would let a waiting upload start. */
  isWanted(holder: From): boolean;
};

/** A photo's sender and network. */
type From = { sender: string; network: string };

type Limits = {
  /** Photos that may be in memory at once. */
  places: number;
  /** Slots that one network may hold at once. */
  placesOfNetwork: number;
  /** Photos that may wait, of all senders. */
  waiting: number;
  /** Photos of one sender that may wait. */
  waitingOfOne: number;
  /** Photos of one network that may wait. */
  waitingOfNetwork: number;
  waitMs: number;
};

type Waiter = From & { admit: () => void };

/**
 * Slots for photo uploads, taken before reading the first byte, so that uploads queue instead of filling memory. A
 * sender gets one slot at a time and a network a few, so neither can take all of them.
 */
export function createPlaces(limits: Limits): Places {
  const taken = new Map<string, From>();
  let line: Waiter[] = [];

  const ofNetwork = (all: Iterable<From>, network: string) => [...all].filter((one) => one.network === network).length;
  const fits = ({ sender, network }: From, inside: readonly From[]) =>
    inside.length < limits.places &&
    !inside.some((one) => one.sender === sender) &&
    ofNetwork(inside, network) < limits.placesOfNetwork;
  const mayEnter = (from: From) => fits(from, [...taken.values()]);
  const mayWait = ({ sender, network }: From) =>
    line.length < limits.waiting &&
    line.filter((one) => one.sender === sender).length < limits.waitingOfOne &&
    ofNetwork(line, network) < limits.waitingOfNetwork;

  function enter(from: From): () => void {
    taken.set(from.sender, from);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken.delete(from.sender);
      // This may free two uploads: one waiting for the sender's slot, one for the network's.
      for (const waiter of line) if (mayEnter(waiter)) waiter.admit();
    };
  }

  function wait(from: From): Promise<(() => void) | null> {
    return new Promise((resolve) => {
      const stepOut = () => {
        clearTimeout(late);
        line = line.filter((one) => one !== waiter);
      };
      const waiter = {
        ...from,
        admit: () => {
          stepOut();
          resolve(enter(from));
        },
      };
      const late = setTimeout(() => {
        stepOut();
        resolve(null);
      }, limits.waitMs);
      line.push(waiter);
    });
  }

  return {
    take: async (from) => {
      if (mayEnter(from)) return enter(from);
      return mayWait(from) ? wait(from) : null;
    },
    isWanted: ({ sender }) => {
      const others = [...taken.values()].filter((one) => one.sender !== sender);
      return line.some((waiter) => fits(waiter, others));
    },
  };
}

/**
 * This process's slots. Twelve of the largest photos are 180 MB, typical ones a fifth of that. Three slots are enough
 * for a household or an office, because a photo arrives in seconds.
 */
export const photoPlaces = createPlaces({
  places: 12,
  placesOfNetwork: 3,
  waiting: 24,
  waitingOfOne: 2,
  waitingOfNetwork: 12,
  waitMs: 30_000,
});
