import { whereAllowed } from '../engine/code.js';
import { INVALID } from '../values/values.js';
import { fitValue, wholePlace, Differences, type ShapeDifference } from './fit-value.js';
import { generateFit } from './shape-code.js';
import type { KeptProperty, Shape, Fit } from './shape.js';

/** Receives the differences of a value from its shape. */
export type OnDifference = (differences: readonly ShapeDifference[], count: number) => void;

/** Copies the parts of a value that its shape declares. */
export interface ShapedValue {
  /**
   * A copy with the declared properties only. `report` is called if the value differs from its shape in another way,
   * and may throw.
   *
   * @throws TypeError on values that JSON does not have, as `JSON.stringify` does.
   */
  readonly send: (value: unknown, report: OnDifference) => unknown;
  /** Whether the shape is that of an empty response. */
  readonly isNothing: boolean;
}

interface CompileShapeOptions {
  /** As for a schema: `'compiled'` by default. */
  readonly engine?: 'compiled' | 'interpreted';
  /** A property that is sent although no shape declares it. */
  readonly kept?: KeptProperty;
}

/** Compiles a shape. The first value generates the code, as for a schema. */
export function compileShape(shape: Shape, options: CompileShapeOptions = {}): ShapedValue {
  const { engine, kept } = options;
  let fit: Fit | undefined;
  const generated = () =>
    engine === 'interpreted' ? undefined : whereAllowed(() => generateFit(shape, kept));
  return {
    isNothing: shape.kind === 'nothing',
    send: (value, report) => {
      fit ??= generated() ?? gaveUp;
      const sent = fit(value, '');
      return sent === INVALID ? sendDifferent(shape, value, kept, report) : sent;
    },
  };
}

/** Sends every value to the interpreter. */
const gaveUp: Fit = () => INVALID;

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
