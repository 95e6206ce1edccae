/**
 * The reasons why a value is rejected: WordPress's codes, as clients read them in
 * `data.details.<argument>.code`.
 */
export type ViolationCode =
  | 'rest_invalid_type'
  | 'rest_not_in_enum'
  | 'rest_out_of_bounds'
  | 'rest_too_short'
  | 'rest_too_long'
  | 'rest_invalid_pattern'
  | 'rest_invalid_email'
  | 'rest_invalid_uuid'
  | 'rest_invalid_ip'
  | 'rest_invalid_date'
  | 'rest_invalid_hex_color'
  | 'rest_too_few_items'
  | 'rest_too_many_items'
  | 'rest_invalid_multiple'
  | 'rest_duplicate_items'
  | 'rest_too_few_properties'
  | 'rest_too_many_properties'
  | 'rest_no_matching_schema'
  | 'rest_one_of_multiple_matches'
  | 'rest_property_required'
  | 'rest_additional_properties_forbidden'
  | 'rest_invalid_param';

/** Why a value was rejected. `message` names the place: `lines[1].sku`. */
export interface Violation {
  readonly code: ViolationCode;
  readonly message: string;
}
