import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import type { Partner } from '../shared/partner.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(partner: Partner) {}
}

export const expected = {
  methods: {
    list: { parameters: [{ name: 'partner', type: { kind: 'class', name: 'Partner' } }] },
  },
};
