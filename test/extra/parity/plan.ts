import type { AdapterName, Part, Place } from './part.js';
import { PARTS } from './parts.js';
import { Random } from './random.js';
import { requestsOf } from './requests.js';
import type { Sent } from './sent.js';
import type { Shape } from './shape.js';
import { SHAPES } from './shapes.js';

/** Where routes and plain controllers are mounted. */
export const MOUNTS = ['root', 'namespace', 'prefix', 'global prefix'] as const;
export type Mount = (typeof MOUNTS)[number];

/** The path before the version, and what `RestModule.forRoot` and `@Controller` get for it. */
export const MOUNTED: Readonly<
  Record<Mount, { path: string; namespace: string; prefix?: string; plain: string }>
> = {
  root: { path: '', namespace: '', prefix: '', plain: '' },
  namespace: { path: '/acme', namespace: 'acme', prefix: '', plain: 'acme/' },
  prefix: { path: '/api/acme', namespace: 'acme', plain: 'api/acme/' },
  'global prefix': { path: '/api/acme', namespace: 'acme', plain: 'acme/' },
};

/** What is chosen beside parts. */
export interface Setup {
  readonly mount: Mount;
  readonly style: 'nest' | 'wordpress';
  /** How the server starts. */
  readonly start: 'listen' | 'init' | 'own server' | 'HTTP/2';
  /** Whether the plain controllers stand in an application that has the library and routes. */
  readonly hasBoth: boolean;
}

export interface UsedPart {
  /** Within the whole plan: the name of its entries, also if others are left out. */
  readonly index: number;
  readonly part: Part;
  readonly place: Place;
  readonly random: Random;
}

/** An application and the requests to it. */
export interface Plan {
  readonly seed: number;
  readonly adapter: AdapterName;
  readonly setup: Setup;
  readonly shapes: readonly Shape[];
  readonly parts: readonly UsedPart[];
  /** In groups: those of a group are sent at once. */
  readonly requests: readonly (readonly Sent[])[];
}

const STARTS: Readonly<Record<AdapterName, readonly Setup['start'][]>> = {
  express: ['listen', 'listen', 'init', 'own server'],
  fastify: ['listen', 'listen', 'init', 'HTTP/2'],
};

const REQUESTS = 20;

/** What a plan may have. */
export interface Wanted {
  readonly adapter?: AdapterName;
  /** Only these parts, by their names: to try one. */
  readonly parts?: readonly string[];
  readonly shapes?: readonly string[];
}

export function planOf(seed: number, wanted: Wanted = {}): Plan {
  const random = new Random(String(seed));
  const adapter = wanted.adapter ?? (seed % 2 === 0 ? 'express' : 'fastify');
  const setup: Setup = {
    mount: random.pick(MOUNTS),
    style: random.pick(['nest', 'wordpress']),
    start: random.pick(STARTS[adapter]),
    hasBoth: random.chance(0.5),
  };
  const shapes = shapesOf(random.fork('shapes'), wanted);
  const parts = partsOf(random.fork('parts'), adapter, wanted);
  const path = `${MOUNTED[setup.mount].path}/${SUBJECT}`;
  const requests = requestsOf(random.fork('requests'), REQUESTS, { path, shapes, parts });
  return { seed, adapter, setup, shapes, parts, requests };
}

/** The first segments of the paths of what gets requests, and of what stands beside it. */
export const SUBJECT = 'subject';
export const OTHER = 'other';

function shapesOf(random: Random, { shapes }: Wanted): readonly Shape[] {
  const all = SHAPES.filter(({ name }) => shapes?.includes(name) ?? true);
  return random.some(all, 1 + random.below(3));
}

function partsOf(random: Random, adapter: AdapterName, { parts }: Wanted): readonly UsedPart[] {
  const all = PARTS.filter(
    ({ name, on = adapter }) => on === adapter && (parts?.includes(name) ?? true),
  );
  const count = 3 + random.below(6);
  const used: UsedPart[] = [];
  // Another part of the catalogue changes only the applications that have it.
  const chances = new Map(all.map((part) => [part, random.fork(part.name).next()]));
  const chanceOf = (part: Part): number => chances.get(part) ?? 0;
  for (const part of all.toSorted((one, other) => chanceOf(one) - chanceOf(other))) {
    if (used.length === count) break;
    if (part.only !== undefined && used.some((one) => one.part.only === part.only)) continue;
    const place = random.fork(`place of ${part.name}`).pick<Place>(part.places ?? ['application']);
    const index = used.length;
    used.push({ index, part, place, random: random.fork(`${index} ${part.name}`) });
  }
  return used;
}
