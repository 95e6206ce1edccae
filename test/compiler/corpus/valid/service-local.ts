import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';

class AuditLog {}

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(audit: AuditLog, id: int) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'audit', type: { kind: 'class', name: 'AuditLog' } },
        { name: 'id', type: { kind: 'integer' } },
      ],
    },
  },
};

export const references = () => ({ AuditLog });
