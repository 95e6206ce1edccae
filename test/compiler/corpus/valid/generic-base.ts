import { RestController, ValueClass } from 'nestjs-rest-routes';
import { Crud, Middle } from '../shared/crud.js';

@ValueClass()
export class Line {
  sku: string;
}

@RestController('v1', '/subjects')
export class Subject extends Middle<Line> {}

@RestController('v1', '/others')
export class Other extends Crud<string[], string> {}

export const expected = {
  methods: {
    create: {
      parameters: [
        { name: 'item', type: { kind: 'array', items: { kind: 'class', name: 'Line' } } },
      ],
    },
    find: {
      parameters: [
        { name: 'id', type: { kind: 'integer' } },
        { name: 'order', type: { kind: 'enum', values: ['asc', 'desc'], nullable: true } },
      ],
    },
  },
};

export const references = () => ({ Line });
