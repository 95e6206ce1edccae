import type { Call } from '../call.js';
import { describeGroup } from '../describe-group.js';

/** OPTIONS: the path describes itself. */
export function describeStep(call: Call): void {
  call.result = describeGroup(call.group);
}
