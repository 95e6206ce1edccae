import { whereAllowed } from '../engine/code.js';
import { INVALID } from '../values/values.js';
import { fitValue, wholePlace, Differences, type ShapeDifference } from './fit-value.js';
import { JsonWriter } from './json-writer.js';
import { generateFit, generateText } from './shape-code.js';
import type { KeptProperty, Shape, Fit } from './shape.js';

/** What is done with the differences of a value. */
export type OnDifference = (differences: readonly ShapeDifference[], count: number) => void;

/** Sends of a value what its shape declares. */
export interface ShapedValue {
  /**
   * A copy with the declared properties only. `report` is called where the value differs from its shape
   * otherwise, and may throw.
   *
   * @throws TypeError on what JSON does not have, as `JSON.stringify` does.
   */
  readonly send: (value: unknown, report: OnDifference) => unknown;
  /**
   * The JSON of what `send` returns, without the copy; `undefined` where that must be asked for it, as of a value
   * that differs from its shape.
   */
  readonly write: (value: unknown) => string | undefined;
  /** Whether there is nothing to send. */
  readonly isNothing: boolean;
}

interface CompileShapeOptions {
  /** As for a schema: `'compiled'` by default. */
  readonly engine?: 'compiled' | 'interpreted';
  /** A property that is sent although no shape declares it. */
  readonly kept?: KeptProperty;
  /** Returns what `write` writes to; many shapes may share it. By default, each has its own. */
  readonly writer?: () => JsonWriter;
}

/** So many values are copied after one that was written slower than its copy would have been. */
const UNTIL_NEXT_TEXT = 63;

/** Compiles a shape. The first value generates the code, as that of a schema. */
export function compileShape(shape: Shape, options: CompileShapeOptions = {}): ShapedValue {
  const { engine, kept, writer = () => new JsonWriter() } = options;
  const generated = <Made>(generate: () => Made) =>
    engine === 'interpreted' ? undefined : whereAllowed(generate);
  let fit: Fit | undefined;
  let out: JsonWriter | undefined;
  let write: ShapedValue['write'] | undefined;
  let copies = 0;
  return {
    isNothing: shape.kind === 'nothing',
    send: (value, report) => {
      fit ??= generated(() => generateFit(shape, kept)) ?? gaveUp;
      const sent = fit(value, '');
      return sent === INVALID ? sendDifferent(shape, value, kept, report) : sent;
    },
    write: (value) => {
      if (copies > 0) {
        copies--;
        return undefined;
      }
      const used = (out ??= writer());
      write ??= generated(() => generateText(shape, kept, used)) ?? noText;
      const text = write(value);
      if (text !== undefined && used.isMostlyRaw) copies = UNTIL_NEXT_TEXT;
      return text;
    },
  };
}

/** Leaves every value to the interpreter. */
const gaveUp: Fit = () => INVALID;
const noText = (): undefined => undefined;

function sendDifferent(
  shape: Shape,
  value: unknown,
  kept: KeptProperty | undefined,
  report: OnDifference,
): unknown {
  const differences = new Differences();
  const sent = fitValue(shape, value, wholePlace(differences, kept));
  if (differences.count > 0) report(differences.list, differences.count);
  return sent;
}
