import type { Difference } from './compare.js';
import { MOUNTED, SUBJECT, type Mount, type Plan } from './plan.js';
import type { Sent } from './sent.js';

/** Finds the differences of a plan. */
export type Examine = (plan: Plan) => Promise<readonly Difference[]>;

/** Leaves out of a plan what a difference does not need. */
export async function reduce(plan: Plan, signature: string, examine: Examine): Promise<Plan> {
  const isStill = async (smaller: Plan): Promise<boolean> =>
    (await examine(smaller)).some((one) => signatureOf(one) === signature);
  let smallest = plan;
  for (const next of [
    withFewerRequests,
    withFewerParts,
    withFewerRequests,
    withPlainSetup,
    withShorterRequests,
  ])
    smallest = await next(smallest, isStill);
  return smallest;
}

/** What makes two differences the same: the place, and of a status its values. */
export function signatureOf({ at, plain, route }: Difference): string {
  const place = at.replaceAll(/#\d+/g, '');
  return at === 'response status' ? `${place} ${plain} → ${route}` : place;
}

type IsStill = (plan: Plan) => Promise<boolean>;

async function withFewerRequests(plan: Plan, isStill: IsStill): Promise<Plan> {
  for (const group of plan.requests) {
    const only = withRequests(plan, [group]);
    if (plan.requests.length > 1 && (await isStill(only))) return withFewerOfGroup(only, isStill);
  }
  let smallest = plan;
  for (const group of plan.requests.toReversed()) {
    const smaller = withRequests(
      smallest,
      smallest.requests.filter((one) => one !== group),
    );
    if (smaller.requests.length > 0 && (await isStill(smaller))) smallest = smaller;
  }
  return smallest;
}

async function withFewerOfGroup(plan: Plan, isStill: IsStill): Promise<Plan> {
  for (const one of plan.requests.flat()) {
    const only = withRequests(plan, [[one]]);
    if (plan.requests.flat().length > 1 && (await isStill(only))) return only;
  }
  return plan;
}

/** Shapes that no request needs go too. */
function withRequests(plan: Plan, requests: readonly (readonly Sent[])[]): Plan {
  const paths = requests.flat().map(({ path }) => path);
  const prefix = `${MOUNTED[plan.setup.mount].path}/${SUBJECT}`;
  const shapes = plan.shapes.filter(({ name }) =>
    paths.some((path) => path.startsWith(`${prefix}/${name}`)),
  );
  return { ...plan, requests, shapes: shapes.length > 0 ? shapes : plan.shapes };
}

async function withFewerParts(plan: Plan, isStill: IsStill): Promise<Plan> {
  const none = { ...plan, parts: [] };
  if (plan.parts.length > 0 && (await isStill(none))) return none;
  let smallest = plan;
  for (const part of plan.parts.toReversed()) {
    const smaller = { ...smallest, parts: smallest.parts.filter((one) => one !== part) };
    if (smaller.parts.length < smallest.parts.length && (await isStill(smaller)))
      smallest = smaller;
  }
  return smallest;
}

async function withPlainSetup(plan: Plan, isStill: IsStill): Promise<Plan> {
  let smallest = plan;
  const changes: readonly ((plan: Plan) => Plan)[] = [
    (one) => withMount(one, 'root'),
    (one) => ({ ...one, setup: { ...one.setup, style: 'nest' } }),
    (one) => ({ ...one, setup: { ...one.setup, hasBoth: false } }),
    (one) => ({ ...one, setup: { ...one.setup, start: 'listen' } }),
  ];
  for (const change of changes) {
    const smaller = change(smallest);
    if (await isStill(smaller)) smallest = smaller;
  }
  return smallest;
}

function withMount(plan: Plan, mount: Mount): Plan {
  const from = MOUNTED[plan.setup.mount].path;
  const to = MOUNTED[mount].path;
  const moved = (path: string): string =>
    path.startsWith(from) ? `${to}${path.slice(from.length)}` : path;
  return {
    ...plan,
    setup: { ...plan.setup, mount },
    requests: plan.requests.map((group) => group.map((one) => ({ ...one, path: moved(one.path) }))),
  };
}

async function withShorterRequests(plan: Plan, isStill: IsStill): Promise<Plan> {
  let smallest = plan;
  const attempt = async (change: (sent: Sent) => Sent): Promise<void> => {
    const requests = smallest.requests.map((group) => group.map((one) => change(one)));
    if (JSON.stringify(requests) === JSON.stringify(smallest.requests)) return;
    const smaller = { ...smallest, requests };
    if (await isStill(smaller)) smallest = smaller;
  };
  if (plan.requests.flat().length > 3) return plan;
  const names = new Set(
    plan.requests.flat().flatMap(({ headers }) => headers.map(([name]) => name)),
  );
  names.delete('X-N');
  // Without it, a body is another one.
  names.delete('Content-Type');
  for (const name of names)
    await attempt((sent) => ({ ...sent, headers: sent.headers.filter(([one]) => one !== name) }));
  await attempt((sent) => ({ ...sent, path: sent.path.replace(/\?.*$/, '') }));
  await attempt(({ chunks, ...sent }) => sent);
  await attempt(({ body, chunks, ...sent }) => ({
    ...sent,
    headers: sent.headers.filter(([name]) => name !== 'Content-Type'),
  }));
  return smallest;
}
