import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { EventEmitter } from 'node:events';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(gateway: EventEmitter) {}
}

export const expected = {
  methods: {
    list: { parameters: [{ name: 'gateway', type: { kind: 'class', name: 'EventEmitter' } }] },
  },
};

export const references = () => ({ EventEmitter });
