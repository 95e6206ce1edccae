import { textOf, type Difference } from './compare.js';
import type { Observation, Step } from './observe.js';
import type { Plan } from './plan.js';
import { nameOf } from './requests.js';
import type { Sent } from './sent.js';
import { show } from './show.js';
import { sourceOfPart } from './source.js';

const MOST_LONG = 400;

/** A difference as an application of a page. */
export function print(plan: Plan, differences: readonly Difference[]): string {
  const { seed, adapter, setup, shapes, parts, requests } = plan;
  return [
    `seed ${seed}, ${adapter}, mounted ${setup.mount}, ${setup.start}, style ${setup.style}${setup.hasBoth ? ', both in one application' : ''}`,
    `handlers: ${shapes.map(({ name }) => `shapes/${name}.ts`).join(', ')}`,
    ...parts.flatMap(({ part, place, index }) => [
      '',
      `// #${index}, bound to the ${place}`,
      sourceOfPart(part.name),
    ]),
    '',
    ...requests.flatMap((group) => group.map((one) => requestText(one))),
    ...differenceLines(differences),
  ].join('\n');
}

const MOST_DIFFERENCES = 8;

function differenceLines(differences: readonly Difference[]): readonly string[] {
  const short = (text: string): string =>
    text.length <= MOST_LONG ? text : `${text.slice(0, MOST_LONG)}… (${text.length} characters)`;
  const more = differences.length - MOST_DIFFERENCES;
  return [
    ...differences
      .slice(0, MOST_DIFFERENCES)
      .flatMap(({ at, plain, route }) => [
        `  ${at}`,
        `    plain: ${short(plain)}`,
        `    route: ${short(route)}`,
      ]),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** A difference that was not reduced. */
export function printShort(plan: Plan, differences: readonly Difference[]): string {
  const parts = plan.parts.map((used) => `${nameOf(used)}@${used.place}`);
  const step = differences[0]?.step;
  const requests = step === undefined ? [] : (plan.requests[step] ?? []);
  return [
    `seed ${plan.seed}, ${plan.adapter}: ${parts.join(', ')}`,
    ...requests.map((one) => requestText(one)),
    ...differenceLines(differences),
  ].join('\n');
}

function requestText({ method, path, headers, body, chunks, abort }: Sent): string {
  const lines = headers.map(([name, value]) => `  ${name}: ${value}`);
  const text = body === undefined ? [] : [`  ${textOf(body).slice(0, MOST_LONG)}`];
  const how = [
    ...(chunks === undefined ? [] : [`in chunks of ${chunks.join(', ')}`]),
    ...(abort === undefined ? [] : [`leaves: ${abort}`]),
  ];
  return [[`${method} ${path}`, ...how].join(', '), ...lines, ...text].join('\n');
}

/** Everything that was seen of the requests with a number, on both sides. */
export function printBoth(plain: Observation, route: Observation, number: string): string {
  const isShown = ({ sent }: Step): boolean =>
    sent.some(({ headers }) => headers.some(([name, value]) => name === 'X-N' && value === number));
  const sides = { plain, route };
  return Object.entries(sides)
    .flatMap(([side, { startup, steps, failure = '' }]) => [
      `--- ${side} ${failure}`,
      ...startup.map(({ text }) => text),
      ...steps
        .filter(isShown)
        .flatMap(({ sent, outcomes, entries, lines, left }) => [
          ...sent.map((one) => requestText(one)),
          ...entries.map(({ point, seen }) => `  ${point} ${show(seen)}`),
          ...outcomes.map((one) =>
            'failure' in one ? one.failure : show({ ...one, body: textOf(one.body) }),
          ),
          ...lines.map(({ text }) => text),
          left,
        ]),
    ])
    .join('\n');
}
