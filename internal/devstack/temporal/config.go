//go:build !slim

package temporal

import (
	"time"

	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/membership/static"
	"go.temporal.io/server/common/primitives"
)

const (
	clusterName = "active"                               // stored with every namespace: never change it
	clusterID   = "5b3c7a52-8f0e-4c69-9d6e-1f2a7c40b8e1" // any UUID, kept in the store with the name

	mainStore       = "main"
	visibilityStore = "visibility"

	// One shard: a single SQLite writer gains nothing from more, and the number can never be changed in a store.
	historyShards = 1

	maxJoin = 10 * time.Second // the hosts are static, joining is immediate
)

// persistence names the two stores of the server.
func persistence(main, visibility config.DataStore) config.Persistence {
	return config.Persistence{
		DefaultStore: mainStore, VisibilityStore: visibilityStore, NumHistoryShards: historyShards,
		DataStores: map[string]config.DataStore{mainStore: main, visibilityStore: visibility},
	}
}

// serverConfig is the server's configuration: one host, four services, no TLS, no authorisation, no archive, no metrics.
func serverConfig(chosen ports, store config.Persistence) (*config.Config, map[primitives.ServiceName]static.Hosts) {
	frontend := chosen.address(chosen.frontend)
	cfg := &config.Config{
		Persistence:  store,
		PublicClient: config.PublicClient{HostPort: frontend},
		ClusterMetadata: &cluster.Config{
			FailoverVersionIncrement: 10, MasterClusterName: clusterName, CurrentClusterName: clusterName,
			ClusterInformation: map[string]cluster.ClusterInformation{
				clusterName: {Enabled: true, InitialFailoverVersion: 1, RPCAddress: frontend, ClusterID: clusterID},
			},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		Services:            map[string]config.Service{},
	}
	cfg.Global.Membership = config.Membership{MaxJoinDuration: maxJoin, BroadcastAddress: loopbackHost}
	cfg.Archival.History.State, cfg.Archival.Visibility.State = config.ArchivalDisabled, config.ArchivalDisabled
	cfg.NamespaceDefaults.Archival.History.State = config.ArchivalDisabled
	cfg.NamespaceDefaults.Archival.Visibility.State = config.ArchivalDisabled

	hosts := map[primitives.ServiceName]static.Hosts{}
	for name, port := range map[primitives.ServiceName]int{
		primitives.FrontendService: chosen.frontend,
		primitives.HistoryService:  chosen.history,
		primitives.MatchingService: chosen.matching,
		primitives.WorkerService:   chosen.worker,
	} {
		cfg.Services[string(name)] = config.Service{RPC: config.RPC{GRPCPort: port, BindOnIP: loopbackHost}}
		hosts[name] = static.SingleLocalHost(chosen.address(port))
	}
	return cfg, hosts
}
