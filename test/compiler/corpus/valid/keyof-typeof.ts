import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';

const UNITS = { meter: 1, foot: 0.3048 };

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(unit: keyof typeof UNITS) {}
}

export const expected = {
  methods: {
    list: { parameters: [{ name: 'unit', type: { kind: 'enum', values: ['meter', 'foot'] } }] },
  },
};
