import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { Store } from '../shared/services.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(store: Store<string>) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'store', type: { kind: 'class', name: 'Store' } }] } },
};

export const references = () => ({ Store });
