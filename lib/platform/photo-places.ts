export type Places = {
  /** A place, to be left by calling what this resolves to; null when there are too many before, or none came free in time. */
  take(from: From): Promise<(() => void) | null>;
  /** Whether somebody waits who would get in if this place were left. */
  isWanted(holder: From): boolean;
};

/** Who sends a photo, and the network that it comes from. */
type From = { sender: string; network: string };

type Limits = {
  /** Photos that may be in memory at once. */
  places: number;
  /** Places that one network may have at once. */
  placesOfNetwork: number;
  /** Senders' photos that may wait for a place. */
  waiting: number;
  /** Photos of one sender that may wait. */
  waitingOfOne: number;
  /** Photos out of one network that may wait. */
  waitingOfNetwork: number;
  waitMs: number;
};

type Waiter = From & { admit: () => void };

/**
 * Places for photos on their way in, taken before the first byte of one is read: what arrives at once queues and does not add
 * up in memory. A sender has one place at a time and a network a few, so that nobody fills them alone.
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
      // More than one may have waited for this: one for the sender's place, another for the network's.
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
 * The places of this process. Twelve of the largest photos are 180 MB, twelve usual ones a fifth of that; waiting costs next to
 * nothing, but is no fun for long. Three places are enough for a family or an office: a photo arrives in seconds.
 */
export const photoPlaces = createPlaces({
  places: 12,
  placesOfNetwork: 3,
  waiting: 24,
  waitingOfOne: 2,
  waitingOfNetwork: 12,
  waitMs: 30_000,
});
