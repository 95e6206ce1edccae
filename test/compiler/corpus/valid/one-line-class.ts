import { ValueClass } from 'nestjs-rest-routes';

@ValueClass()
export class Subject {
  sku: string = 'x';
}

export const expected = {
  properties: [{ name: 'sku', type: { kind: 'string' }, optional: true, default: 'x' }],
};
