/** The tools that both servers have, and what a call answers. */
export const tools = Array.from({ length: 10 }, (_, index) => ({
  name: `lookup_${index}`,
  description: `Looks an order up by its number, in the way numbered ${index}.`,
  inputSchema: {
    type: "object",
    properties: { order: { type: "string", description: "As printed on the invoice" }, lines: { type: "boolean" } },
    required: ["order"],
  },
}));

export const answer = (order) => `order ${order} was shipped on Friday`;
