import { Subject } from '../valid/service-cycle.js';

export class Partner {
  static readonly met = () => Subject;
}
