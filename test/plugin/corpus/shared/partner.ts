import { Subject } from '../good/service-cycle.js';

export class Partner {
  static readonly met = () => Subject;
}
