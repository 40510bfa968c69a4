// Package check tests what lies in deploy without a container engine and without a cluster: the image's description, compose,
// the chart, dashboards and alerts. It reads the repository as files and imports nothing of the product.
//
// It is a module of its own, so that Helm, BuildKit, Kubernetes and Prometheus never enter the product's go.mod. It owns no
// code that runs anywhere.
package check
