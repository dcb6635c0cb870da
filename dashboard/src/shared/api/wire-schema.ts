import type { components } from './schema';

/** Names of the API document's schemas (docs/openapi.json). */
export type SchemaName = keyof components['schemas'];

/**
 * A schema as the server writes it: `Schema<'OrderRow'>`. A nullable field is always present; the document marks it
 * optional only because it is not required. A field that the server leaves out stays optional.
 */
export type Schema<Name extends SchemaName> = Written<components['schemas'][Name]>;

/** A schema as it is sent: optional fields may be left out. `SchemaIn<'ProductIn'>`. */
export type SchemaIn<Name extends SchemaName> = components['schemas'][Name];

type NullableKey<T, Key extends keyof T> = null extends T[Key] ? Key : never;
type Flat<T> = { [Key in keyof T]: T[Key] };

export type Written<T> = T extends readonly (infer Item)[]
  ? Written<Item>[]
  : T extends object
    ? Flat<
        { [Key in keyof T as NullableKey<T, Key>]-?: Written<Exclude<T[Key], undefined>> } & {
          [Key in keyof T as Exclude<Key, NullableKey<T, Key>>]: Written<T[Key]>;
        }
      >
    : T;
