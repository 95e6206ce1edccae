import { compare, type Difference } from './compare.js';
import { KNOWN, knownOf, type Known } from './known.js';
import { observe } from './observe.js';
import { PARTS } from './parts.js';
import { planOf, type Plan, type Wanted } from './plan.js';
import { print, printBoth, printShort } from './print.js';
import { reduce, signatureOf } from './reduce.js';

/** What the runner asks for. */
export interface Task {
  readonly seed: number;
  readonly wanted: Wanted;
  /** How often a worker reduces differences of the same place. */
  readonly mostReduced: number;
  /** Prints what both sides saw, for the requests of this number. */
  readonly shown?: string;
}

/** What a worker found. */
export interface Result {
  readonly seed: number;
  readonly found: readonly Found[];
  /** Places of differences that did not occur again. */
  readonly unstable: readonly string[];
  /** Names of parts, shapes and known differences that occurred. */
  readonly met: readonly string[];
  /** Of the processor, without those for reducing. */
  readonly milliseconds: number;
}

/** The first message of a worker. */
export interface Hello {
  readonly known: readonly (Pick<Known, 'name' | 'page'> & { readonly isRare: boolean })[];
  /** How many the catalogue has. */
  readonly parts: number;
}

export interface Found {
  /** The same for differences that have the same place and need the same parts. */
  readonly key: string;
  readonly page: string;
}

/** How often differences of a place were reduced: they may need other parts. */
const reduced = new Map<string, number>();

async function run({ seed, wanted, mostReduced, shown }: Task): Promise<Result> {
  const started = process.cpuUsage();
  const plan = planOf(seed, wanted);
  const met = new Set([
    ...plan.parts.map(({ part }) => `part ${part.name}`),
    ...plan.shapes.map(({ name }) => `shape ${name}`),
  ]);
  const examine = async (one: Plan): Promise<readonly Difference[]> => {
    const plain = await observe(one, 'plain');
    const route = await observe(one, 'route');
    if (shown !== undefined && one === plan) console.log(printBoth(plain, route, shown));
    return compare(plain, route).filter((difference) => {
      const all = [difference, ...(difference.others ?? [])];
      const known = all.map((same) => knownOf(same, one)).find((found) => found !== undefined);
      if (known !== undefined) met.add(`known ${known.name}`);
      return known === undefined;
    });
  };
  const all = await examine(plan);
  const { user, system } = process.cpuUsage(started);
  const milliseconds = (user + system) / 1000;
  const found: Found[] = [];
  // What depends on the time is no difference of the two.
  const again = all.length === 0 ? [] : await examine(plan);
  const isStable = (one: Difference): boolean =>
    again.some((other) => signatureOf(other) === signatureOf(one));
  const stable = all.filter(isStable);
  for (const difference of primary(stable)) {
    const signature = signatureOf(difference);
    const count = reduced.get(signature) ?? 0;
    reduced.set(signature, count + 1);
    if (count >= mostReduced) {
      const only = stable.filter(({ step }) => step === difference.step);
      found.push({ key: `${signature}, ${plan.adapter}`, page: printShort(plan, only) });
      continue;
    }
    const smallest = await reduce(plan, signature, examine);
    const differences = await examine(smallest);
    const parts = smallest.parts.map(({ part, place }) => `${part.name}@${place}`).sort();
    const key = [signature, smallest.adapter, ...parts].join(', ');
    found.push({ key, page: print(smallest, differences) });
  }
  const unstable = all.filter((one) => !isStable(one)).map(({ at }) => at);
  return { seed, found, unstable, met: [...met], milliseconds };
}

/** Of each request with differences the first one, because others follow from it; each place once. */
function primary(differences: readonly Difference[]): readonly Difference[] {
  const first = new Map<string, Difference>();
  const steps = new Set<number | undefined>();
  for (const one of differences) {
    if (steps.has(one.step)) continue;
    steps.add(one.step);
    const signature = signatureOf(one);
    if (!first.has(signature)) first.set(signature, one);
  }
  return [...first.values()];
}

process.on('message', (task: Task) => {
  void run(task).then((result) => process.send?.(result));
});
const known = KNOWN.map(({ name, page, isRare = false }) => ({ name, page, isRare }));
process.send?.({ known, parts: PARTS.length } satisfies Hello);
