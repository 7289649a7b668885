/** The characters that structure a JSON text, as bytes or as units of a text. */
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const backslash = 0x5c;
export const opensList = 0x5b;
export const closesList = 0x5d;
export const opensObject = 0x7b;
export const closesObject = 0x7d;
