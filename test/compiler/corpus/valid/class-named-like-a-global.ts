import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

class Symbol {}
class Object {}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(symbol: Symbol) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'symbol', type: { kind: 'class', name: 'Symbol' } }] } },
};

export const references = () => ({ Symbol });
